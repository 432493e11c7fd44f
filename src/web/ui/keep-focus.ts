/** What can take the focus in place of something in it. */
const PLACES = 'li, tr, article, section, form, fieldset, dialog, main';

/**
 * Moves the focus to the nearest part of the page that is still there when what had it is gone, hidden or disabled. The browser would leave it at the top of
 * the page. Parts that know better move it first. `around` is what the first focus was in, from the inside out.
 */
export function keepFocus(around: Element[]): void {
  let places = around.filter((part): part is HTMLElement => part instanceof HTMLElement && part.matches(PLACES));
  let isAwaited = false;

  const restore = (): void => {
    isAwaited = false;
    if (document.activeElement === document.body) places.some(takesFocus);
  };
  document.addEventListener('focusin', ({ target }) => {
    places = placesOf(target as Element);
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

function placesOf(element: Element): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let place = element.parentElement?.closest<HTMLElement>(PLACES); place; place = place.parentElement?.closest<HTMLElement>(PLACES)) places.push(place);
  return places;
}

function takesFocus(place: HTMLElement): boolean {
  if (!place.isConnected || !place.checkVisibility()) return false;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}
