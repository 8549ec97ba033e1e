// Keeps the screen on: a display that sleeps shows no score. Browsers allow it over HTTPS and on the table's own
// computer.

const canStayAwake = () => "wakeLock" in navigator;

/** @type {WakeLockSentinel | undefined} */
let lock;
let wanted = false;

async function take() {
  if (!wanted || lock || document.hidden || !canStayAwake()) return;
  try {
    const taken = await navigator.wakeLock.request("screen");
    taken.addEventListener("release", () => (lock = undefined)); // the browser takes it back from a hidden page
    lock = taken;
    if (!wanted) await maySleep(); // meanwhile it was no longer
  } catch {
    lock = undefined; // a battery that is low: the browser may refuse
  }
}

document.addEventListener("visibilitychange", take);

/** From now on, whenever the page is seen. */
export async function stayAwake() {
  wanted = true;
  await take();
}

export async function maySleep() {
  wanted = false;
  await lock?.release();
}
