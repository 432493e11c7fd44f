import { Component, type ReactNode, type RefObject } from 'react';

type KeepInPlaceProps = { pressed: RefObject<Element | null>; children: ReactNode };

/**
 * Scrolls so that the field pressed last stays where it is on the screen while the choices above it change: a second press must not hit another one.
 * The browser may not do so as well (`overflow-anchor`). A class, because no hook runs before a change is seen.
 */
export class KeepInPlace extends Component<KeepInPlaceProps> {
  override getSnapshotBeforeUpdate(): number {
    return this.#top();
  }

  override componentDidUpdate(_props: KeepInPlaceProps, _state: unknown, before: number): void {
    const { current } = this.props.pressed;
    if (current?.isConnected) scrollerOf(current)?.scrollBy(0, this.#top() - before);
  }

  override render(): ReactNode {
    return this.props.children;
  }

  #top(): number {
    return this.props.pressed.current?.getBoundingClientRect().top ?? 0;
  }
}

function scrollerOf(element: Element): Element | null {
  let above = element.parentElement;
  while (above && getComputedStyle(above).overflowY !== 'auto') above = above.parentElement;
  return above;
}
