// Dragging a row of a list to another place.

/** @param {PointerEvent} event @param {HTMLElement} list @param {number} rows
 * @param {(by: number) => void} move how many places the row passes
 * @param {() => void} [dropped] */
export function dragRow(event, list, rows, move, dropped = () => {}) {
  let from = event.clientY;
  const high = list.offsetHeight / rows;
  list.setPointerCapture(event.pointerId); // the row itself moves, and would lose the pointer
  list.onpointermove = (now) => {
    const steps = Math.round((now.clientY - from) / high);
    if (!steps) return;
    move(steps);
    from += steps * high;
  };
  list.onpointerup = list.onpointercancel = () => {
    list.onpointermove = list.onpointerup = list.onpointercancel = null;
    dropped();
  };
}
