"""The socket of the service: small answers leave at once, and a tablet can open the address that is printed."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys

import pytest

from api.service.errors import ServiceError
from api.service.listener import addresses, listen, machine_addresses
from controller.listening import HttpConfig
from tests.systemd.families import confining


def test_a_connection_sends_each_answer_at_once() -> None:
    """TCP_NODELAY on the accepted socket: without it an answer waits some 40 ms for an acknowledgement."""

    async def accepted_option() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = listen(HttpConfig(port=0))
        async with asyncio.timeout(10), await asyncio.start_server(met, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            option = await found
            writer.close()
        return option

    assert asyncio.run(accepted_option()) != 0


def test_one_address_is_printed_as_it_is() -> None:
    with listen(HttpConfig(port=0)) as listener:
        assert addresses(listener) == (f"http://127.0.0.1:{listener.getsockname()[1]}",)


def test_everywhere_is_printed_as_the_addresses_of_the_machine_and_its_own_last() -> None:
    with listen(HttpConfig("0.0.0.0", 0)) as listener:
        port = listener.getsockname()[1]
        found = addresses(listener, lambda: ["192.168.1.20", "2001:db8::5"])
        assert found == (f"http://192.168.1.20:{port}", f"http://127.0.0.1:{port}")
        assert addresses(listener, list) == (f"http://127.0.0.1:{port}",)


@pytest.mark.skipif(not socket.has_ipv6, reason="IPv6: a kernel with it")
def test_everywhere_in_ipv6_is_printed_with_brackets() -> None:
    try:
        listener = listen(HttpConfig("::", 0))
    except ServiceError as error:
        pytest.skip(f"IPv6: {error}")
    with listener:
        port = listener.getsockname()[1]
        found = addresses(listener, lambda: ["192.168.1.20", "2001:db8::5"])
        assert found == (f"http://[2001:db8::5]:{port}", f"http://[::1]:{port}")


def test_the_addresses_of_the_machine_are_ones_that_it_can_listen_on() -> None:
    for address in machine_addresses():
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as trying:
            trying.bind((address, 0))
        assert not address.startswith("127.")


def test_the_addresses_are_the_same_under_the_limits_of_the_units() -> None:
    program = "from api.service.listener import machine_addresses; print(*machine_addresses())"
    found = subprocess.run(
        [sys.executable, "-c", program], preexec_fn=confining(), capture_output=True, text=True, timeout=60, check=True
    )
    assert found.stdout.split() == machine_addresses()


def test_an_address_that_is_not_ours_is_refused_with_the_option_that_chooses_it() -> None:
    with pytest.raises(ServiceError, match=r"192\.0\.2\.1 port 8000: .* address with --host\.") as refused:
        listen(HttpConfig("192.0.2.1", 8000))
    assert refused.value.code == "http-port"


def test_a_name_that_nobody_knows_is_refused_with_the_option_that_chooses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(ServiceError, match=r"nobody port 8000: Name or .* address with --host\."):
        listen(HttpConfig("nobody", 8000))


def test_a_port_that_is_taken_is_refused_with_the_option_that_chooses_it() -> None:
    with listen(HttpConfig(port=0)) as taken:
        words = re.escape("Choose another port with --http-port.")
        with pytest.raises(ServiceError, match=words):
            listen(HttpConfig(port=taken.getsockname()[1]))
