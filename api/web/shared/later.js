// Styles of what is opened by hand, asked for after the first picture.

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/**
 * Resolves when the sheet is in force; asked for again after a failure.
 * @param {string} path below the pages' own folder
 */
export function laterStyle(path) {
  const found = asked.get(path) ?? put(new URL(`../${path}`, import.meta.url).href);
  asked.set(path, found);
  found.catch(() => asked.delete(path));
  return found;
}

/**
 * @param {string} address
 * @returns {Promise<void>}
 */
const put = (address) =>
  new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => {
      link.remove();
      failed(new Error(address));
    });
    document.head.append(link);
  });
