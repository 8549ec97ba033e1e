// A page that this device may read no longer is loaded anew, so that nothing of what it showed, followed and asked for
// stays; once it is there again it knows that it could be read before.

const ENDED = "jantaku.ended"; // the address of the page

/** @param {boolean} ended whether it can be read no longer */
export function loadAnew(ended) {
  if (ended) sessionStorage.setItem(ENDED, location.pathname);
  location.reload();
}

/** Whether this page could be read until it was loaded anew; says so once. */
export function hasEnded() {
  const ended = sessionStorage.getItem(ENDED) === location.pathname;
  sessionStorage.removeItem(ENDED);
  return ended;
}
