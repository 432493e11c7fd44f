/** What can take the focus in place of something in it. */
const PLACES = 'li, tr, article, section, form, fieldset, dialog, main';

/**
 * Moves the focus to the nearest part of the page that is still there when what had it is gone, hidden or disabled. The browser would leave it at the top of
 * the page. Parts that know better move it first. `path` is that of the first focus.
 */
export function keepFocus(path: EventTarget[]): void {
  let places = placesOf(path);
  let isAwaited = false;

  const restore = (): void => {
    isAwaited = false;
    if (document.activeElement === document.body) places.some(takesFocus);
  };
  document.addEventListener('focusin', (event) => {
    places = placesOf(event.composedPath());
  });
  // Before the click does anything. Pressed beside everything, its user took the focus away.
  document.addEventListener('mouseup', () => {
    if (document.activeElement === document.body) places = [];
  });
  new MutationObserver(() => {
    if (isAwaited || places.length === 0) return;
    isAwaited = true;
    // A button that was disabled has the focus until the next frame.
    requestAnimationFrame(() => setTimeout(restore));
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'open', 'class'] });
  restore();
}

/** Without the first, which has the focus itself. */
const placesOf = ([, ...around]: EventTarget[]): HTMLElement[] =>
  around.filter((part): part is HTMLElement => part instanceof HTMLElement && part.matches(PLACES));

function takesFocus(place: HTMLElement): boolean {
  if (!place.isConnected || !place.checkVisibility()) return false;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}
