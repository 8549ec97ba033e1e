"""``docs/mqtt.md`` from the lists of topics: ``python -m tools.mqtt_page [--check]``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from api.mqtt.errors import MqttTrouble
from api.mqtt.hall_topics import EACH_TABLE, FLOOR
from api.mqtt.outbox import MOST_IN_FLIGHT
from api.mqtt.publisher import LONGEST_PAUSE, LOOK_SECONDS, SILENT_SECONDS
from api.mqtt.session import KEEPALIVE_SECONDS
from api.mqtt.table_topics import TABLE
from api.mqtt.topic import NOTHING, OFFLINE, ONLINE, STATUS, Topic
from api.words.shown import filled
from tools.made import write_or_check

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "mqtt.md"
WORDS: Final = tuple(ROOT / "api" / "locale" / "en" / f"{topic}.json" for topic in ("mqtt", "service"))

HEAD: Final = f"""# MQTT

Made from the lists of topics in `api/mqtt` by `python -m tools.mqtt_page`; do not edit.

A table, and a hall, can tell an MQTT broker what they show, for Home Assistant, openHAB, Node-RED and programs of
your own. They speak MQTT 3.1.1 and only outward: nothing is subscribed to, there are no commands over MQTT, and no
result travels over it. A table without its broker does all that it does with it.

## Setting it up

    pip install 'jantaku[mqtt]'        # paho-mqtt; the plain installation goes without

```toml
[mqtt]                                 # of /etc/jantaku/table.toml or hall.toml
address = "mqtts://broker.local:8883"  # or mqtt://; empty: off, as it is delivered
authority = "/etc/jantaku/broker.pem"  # of an mqtts broker that no public authority has certified
user = "table-1"
password_file = "/etc/jantaku/mqtt-password"   # its first line; chmod 600, owner: the user of the service
topic = ""                             # "" is jantaku/ and the name of the table, for a hall jantaku/hall/ and its name
discovery = "homeassistant"            # empty: no messages for Home Assistant
names = false                          # true: players are named, also in the sentence
```

`jantaku doctor` connects with these values and says what is wrong. Give each table a name of its own (`[table]
name`): two with the same one write over each other. A broker on a network should listen with TLS and ask for a
password: whoever may read its topics sees who leads, and with `names` who plays. An access list for Mosquitto that
gives a table no more than it needs, where its user is called as the table:

    pattern write jantaku/%u/#
    topic write homeassistant/#

## What can be relied on

* Every topic is **retained** and sent with QoS 1, with the newest value alone: whoever subscribes later gets the
  present state. A table is looked at every {LOOK_SECONDS:g} s; what did not change is not sent.
* `{STATUS}` is `{ONLINE}` when everything else has been acknowledged, and `{OFFLINE}` by **last will** when the
  connection breaks ({KEEPALIVE_SECONDS} s keep-alive), or at once when the service is stopped.
* After a connection was lost everything is sent again, so that a broker that forgot its retained messages has them
  back. Attempts are made after 1 s and then ever more rarely, up to {LONGEST_PAUSE:g} s apart, each at a random
  moment of its interval.
* A slow broker holds nobody up. It runs in a thread of its own, at most {MOST_IN_FLIGHT} messages wait for their
  acknowledgement, and of a topic that changes meanwhile only the last value is sent. A broker that acknowledges
  nothing for {SILENT_SECONDS:g} s is connected to anew.
* Payloads are UTF-8: texts and numbers as they are, `ON` and `OFF`, JSON where the list says so, `{NOTHING}` where
  there is nothing to say (no match is played). An empty payload clears a topic, such as that of a name when `names`
  is off again.
* No topic has a player's tiles, contact data, a device or a token. `{STATUS}` and the topics below are all there
  are.
"""
DISCOVERY: Final = """
## Home Assistant

With `discovery = "homeassistant"` each topic that has a *name* below is an entity of one device, by retained
messages under `homeassistant/<component>/<device>/<entity>/config`. Entities are unavailable while `status` is
`offline`. The id of the device is made of the journal's first epoch and stays the same when the table gets another
name. To take the device out: empty `discovery`, restart, delete the device in Home Assistant, which clears its
messages.

A light that turns red when a table has stopped, as an automation:

```yaml
triggers:
  - trigger: mqtt
    topic: jantaku/table-1/light
    payload: stopped
actions:
  - action: light.turn_on
    target: { entity_id: light.bar }
    data: { color_name: red }
```
"""


def page() -> str:
    words: dict[str, str] = {}
    for file in WORDS:
        words |= json.loads(file.read_text(encoding="utf-8"))
    parts = [
        HEAD,
        _section("Topics of a table", "Below `jantaku/<table>`.", TABLE, words),
        _section("Topics of a hall", "Below `jantaku/hall/<hall>`.", FLOOR, words),
        _section("Topics of a table, as its hall tells them", "Below `jantaku/hall/<hall>/tables/<id>`, where the id "
                 "stays the same when the table gets another name.", EACH_TABLE, words),
        DISCOVERY,
        *_troubles(words),
    ]  # fmt: skip
    return "".join(parts)


def _section(title: str, below: str, topics: Sequence[Topic[Any]], words: dict[str, str]) -> str:
    rows = "".join(_row(topic, words) for topic in topics)
    return f"\n## {title}\n\n{below}\n\n| topic | says | in Home Assistant | name |\n|---|---|---|---|\n{rows}"


def _row(topic: Topic[Any], words: dict[str, str]) -> str:
    entity = topic.entity
    kind = "" if entity is None else " ".join(filter(None, (entity.component, entity.device_class, entity.unit)))
    name = "" if entity is None else filled(words, entity.name, entity.args)
    return f"| `{topic.path}` | {topic.about} | {kind} | {name} |\n"


def _troubles(words: dict[str, str]) -> Iterator[str]:
    yield "\n## What can be wrong\n\nEach is said once in the log until it is over, and by `jantaku doctor`.\n\n"
    yield "| says | remedy |\n|---|---|\n"
    for trouble in MqttTrouble:
        yield f"| {words[f'service.mqtt.{trouble.value}']} | {words[f'service.mqtt.{trouble.value}.do']} |\n"


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
