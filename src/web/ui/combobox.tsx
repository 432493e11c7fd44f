import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** The props of an option's element: a link that leads somewhere, or a `div`. */
export type OptionProps = { id: string; role: 'option'; 'aria-selected': boolean; tabIndex: -1; className: string; onClick: () => void };

type ComboboxProps<T> = Omit<ComponentProps<'input'>, 'list' | 'onChange' | 'onBlur' | 'onKeyDown' | 'ref'> & {
  /** The list's name for screen readers. */
  list: string;
  /** The available options; the list is open while there are any. */
  options: readonly T[];
  keyOf: (option: T) => string;
  option: (option: T, props: OptionProps) => ReactNode;
  /** Enter takes the first option, unless another was chosen; otherwise it takes only an option chosen by arrow keys. */
  takesFirst?: boolean;
  /** The options for the current text have not arrived yet: Enter does nothing. */
  busy?: boolean;
  /** The text changed, or arrow down reopens the list. */
  onType: (text: string) => void;
  onClose: () => void;
  onTake: (option: T, input: HTMLInputElement | null) => void;
};

/** A text field with a list of options below it, which must be in a positioned element. A plain field without JavaScript. */
export function Combobox<T>({ list, options, keyOf, option, takesFirst = false, busy = false, onType, onClose, onTake, ...field }: ComboboxProps<T>) {
  const id = useId();
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const isOpen = options.length > 0;
  const idOf = (index: number): string => `${id}-${index}`;
  const { active, choose, step } = useActiveOption(options.map(keyOf), takesFirst);

  const close = (): void => {
    choose(null);
    onClose();
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
      document.getElementById(idOf(step(key === 'ArrowDown' ? 1 : -1)))?.scrollIntoView({ block: 'nearest' });
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
          choose(null);
          onType(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        {...(hydrated && combobox)}
      />
      {isOpen && (
        <Listbox id={id} aria-label={list}>
          {options.map((one, index) =>
            option(one, {
              id: idOf(index),
              role: 'option',
              'aria-selected': index === active,
              tabIndex: -1,
              className:
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent',
              onClick: () => {
                choose(null);
                onTake(one, input.current);
              },
            }),
          )}
        </Listbox>
      )}
    </>
  );
}

/** Which option is active: the one chosen with the arrow keys, else the first if Enter takes it. -1 is the field itself. */
function useActiveOption(keys: string[], takesFirst: boolean) {
  // By key, since an option's position may change while more arrive.
  const [chosen, choose] = useState<string | null>(null);
  const lowest = takesFirst ? 0 : -1;
  const active = Math.max(chosen === null ? -1 : keys.indexOf(chosen), Math.min(lowest, keys.length - 1));
  return {
    active,
    choose,
    /** Chooses the next or previous option, wrapping around at the ends, and returns its index. */
    step(by: 1 | -1): number {
      const positions = keys.length - lowest;
      const next = ((active - lowest + by + positions) % positions) + lowest;
      choose(keys[next] ?? null);
      return next;
    },
  };
}

function Listbox(props: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      role="listbox"
      // Keeps the focus in the field while an option is pressed.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-50 mt-1.5 max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface p-1.5 text-left shadow-overlay"
    />
  );
}
