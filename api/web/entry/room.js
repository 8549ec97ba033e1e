// How large the room is that a part gets, as `--room-width` and `--room-height` of its style, for what is in it.
//
// Units of a size container (`cqmin`) say the same, but then Chromium styles and lays out all that is in the container
// anew with each change beside it: forty keys of tiles took twenty times as long.

const watched = new ResizeObserver((changed) => {
  for (const { target, contentRect } of changed) {
    const { style } = /** @type {HTMLElement} */ (target);
    style.setProperty("--room-width", `${contentRect.width}px`);
    style.setProperty("--room-height", `${contentRect.height}px`);
  }
});

class MeasuredRoom extends HTMLElement {
  connectedCallback() {
    watched.observe(this);
  }

  disconnectedCallback() {
    watched.unobserve(this);
  }
}

customElements.define("measured-room", MeasuredRoom);
