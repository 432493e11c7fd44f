type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;
export type Content = Node | string | null | false;

/** Makes an element: functions become listeners, `true` an empty attribute, and `false` or undefined none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Attributes = {}, ...content: Content[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...content.filter((one) => one !== null && one !== false));
  return element;
}

type ButtonLook = 'primary' | 'secondary' | 'quiet';

/** As wide as the screen, for a thumb. */
export function button(label: string, press: () => void, look: ButtonLook = 'primary'): HTMLButtonElement {
  return h('button', { type: 'button', class: `button button-${look} min-h-14 w-full px-4 text-base`, click: press }, label);
}

export type Screen = {
  heading: string;
  /** Above the heading: how far the test is. */
  progress?: { step: number; of: number };
  content: Content[];
  /** At the bottom, the most likely one last, nearest to the thumb. */
  buttons?: Content[];
};

/** The second tap of a double tap was meant for the screen before. */
const UNTOUCHABLE_MS = 400;

const root = (): HTMLElement => document.getElementById('phone-test') ?? document.body;

/** Shows a screen in place of the last one, from its top, and moves the focus to its heading, so that screen readers read it. */
export function show({ heading, progress, content, buttons = [] }: Screen): void {
  const title = h('h1', { class: 'text-2xl outline-none', tabindex: -1 }, heading);
  const touchable = h(
    'div',
    { class: 'mt-3 flex flex-1 flex-col', inert: true },
    h('div', { class: 'grid flex-1 content-start gap-4' }, ...content),
    h('div', { class: 'sticky bottom-0 -mx-4 grid gap-2 bg-ground px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] empty:hidden' }, ...buttons),
  );
  root().replaceChildren(h('div', { class: 'min-h-8' }, progress ? progressBar(progress) : null), title, touchable);
  setTimeout(() => touchable.removeAttribute('inert'), UNTOUCHABLE_MS);
  window.scrollTo(0, 0);
  title.focus({ preventScroll: true });
}

function progressBar({ step, of }: { step: number; of: number }): HTMLElement {
  return h(
    'div',
    { class: 'flex items-center gap-3 pb-2 text-sm text-muted' },
    h('span', { class: 'whitespace-nowrap' }, `Step ${step} of ${of}`),
    h(
      'span',
      { class: 'h-2 w-full overflow-hidden rounded-full bg-sunken', 'aria-hidden': 'true' },
      h('span', { class: 'block h-full rounded-full bg-accent', style: `width:${Math.round(((step - 1) / of) * 100)}%` }),
    ),
  );
}

/** Says, on top of any screen, that the shop can't be reached; null once it can. */
export function showConnection(sentence: string | null): void {
  const place = document.getElementById('connection');
  if (place && place.textContent !== (sentence ?? '')) place.textContent = sentence ?? '';
}

export const paragraph = (text: string, look = ''): HTMLElement => h('p', { class: look }, text);
