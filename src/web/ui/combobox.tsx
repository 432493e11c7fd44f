import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** What an option's own element is given: a link that leads somewhere, or a `div`. */
export type OptionProps = { id: string; role: 'option'; 'aria-selected': boolean; tabIndex: -1; className: string; onClick: () => void };

type ComboboxProps<T> = Omit<ComponentProps<'input'>, 'list' | 'onChange' | 'onBlur' | 'onKeyDown' | 'ref'> & {
  /** The list's name for screen readers. */
  list: string;
  /** What can be taken now; the list shows while there is anything. */
  options: readonly T[];
  keyOf: (option: T) => string;
  option: (option: T, props: OptionProps) => ReactNode;
  /** Enter takes the first option, unless another was chosen; otherwise it takes only what the arrows chose. */
  takesFirst?: boolean;
  /** The options for what was typed are not there yet: Enter does nothing. */
  busy?: boolean;
  /** The text changed, or arrow down asks for the list again. */
  onType: (text: string) => void;
  onClose: () => void;
  onTake: (option: T, input: HTMLInputElement | null) => void;
};

/** A text field with a list of options below it, which must be in a positioned element. A plain field without JavaScript. */
export function Combobox<T>({ list, options, keyOf, option, takesFirst = false, busy = false, onType, onClose, onTake, ...field }: ComboboxProps<T>) {
  const id = useId();
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  // By its key: the chosen option's position may change while more arrives.
  const [chosen, setChosen] = useState<string | null>(null);
  const isOpen = options.length > 0;
  const lowest = takesFirst ? 0 : -1;
  const active = Math.max(
    options.findIndex((one) => keyOf(one) === chosen),
    Math.min(lowest, options.length - 1),
  );
  const idOf = (index: number): string => `${id}-${index}`;

  const close = (): void => {
    setChosen(null);
    onClose();
  };
  /** Round and round; where nothing need be chosen, by way of the field itself. */
  const move = (step: 1 | -1): void => {
    const positions = options.length - lowest;
    const next = ((active - lowest + step + positions) % positions) + lowest;
    const one = options[next];
    setChosen(one === undefined ? null : keyOf(one));
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key === 'Enter') {
      if (busy || active >= 0) event.preventDefault();
      if (busy) return;
      if (active >= 0) document.getElementById(idOf(active))?.click();
      else close();
    } else if (isOpen && key === 'Escape') {
      event.preventDefault();
      close();
    } else if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      move(key === 'ArrowDown' ? 1 : -1);
    } else if (key === 'ArrowDown') onType(event.currentTarget.value);
  };

  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': active >= 0 ? idOf(active) : undefined,
    autoComplete: 'off',
  } as const;
  return (
    <>
      <input
        {...field}
        ref={input}
        onChange={(event) => {
          setChosen(null);
          onType(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        {...(hydrated && combobox)}
      />
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label={list}
          // The field keeps the focus while an option is pressed.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-50 mt-1.5 max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface p-1.5 text-left shadow-overlay"
        >
          {options.map((one, index) =>
            option(one, {
              id: idOf(index),
              role: 'option',
              'aria-selected': index === active,
              tabIndex: -1,
              className:
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent',
              onClick: () => {
                setChosen(null);
                onTake(one, input.current);
              },
            }),
          )}
        </div>
      )}
    </>
  );
}
