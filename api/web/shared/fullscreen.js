// Full screen, for a button: browsers allow it only in answer to a touch. iPhones have none; the installed page needs
// none.

export const canFillScreen = () => document.fullscreenEnabled;
export const fillsScreen = () => document.fullscreenElement !== null;

/** Into full screen or out of it. False where the browser refuses. */
export async function toggleFullScreen() {
  try {
    if (fillsScreen()) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen({ navigationUI: "hide" });
    return true;
  } catch {
    return false;
  }
}
