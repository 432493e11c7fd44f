import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import type { FieldOfList } from './combobox-field.tsx';

/** The props of an option's element: a link that leads somewhere, or a `div`. */
export type OptionProps = { id: string; role: 'option'; 'aria-selected': boolean; tabIndex: -1; className: string; onClick: () => void };

export type ListProps<T> = {
  /** The list's name for screen readers. */
  list: string;
  /** The available options; the list is open while there are any. */
  options: readonly T[];
  keyOf: (option: T) => string;
  option: (option: T, props: OptionProps) => ReactNode;
  /** Enter takes the first option, unless another was chosen; otherwise it takes only an option chosen by arrow keys. */
  takesFirst?: boolean | undefined;
  /** The options for the current text have not arrived yet: Enter does nothing. */
  busy?: boolean | undefined;
  /** The text changed, or arrow down reopens the list. */
  onType: (text: string) => void;
  onClose: () => void;
  onTake: (option: T, input: HTMLInputElement) => void;
};

/** The list of options below a field, which must be in a positioned element. */
export function ComboboxList<T>({
  field,
  onShow,
  list,
  options,
  keyOf,
  option,
  takesFirst = false,
  busy = false,
  onType,
  onClose,
  onTake,
}: FieldOfList & ListProps<T>) {
  const id = useId();
  const isOpen = options.length > 0;
  const idOf = (index: number): string => `${id}-${index}`;
  const { active, choose, step } = useActiveOption(options.map(keyOf), takesFirst);
  useShown(isOpen ? id : null, active >= 0 ? idOf(active) : undefined, onShow);

  const close = (): void => {
    choose(null);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return;
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
    } else if (key === 'ArrowDown') onType(field.value);
  };
  const onInput = (): void => {
    choose(null);
    onType(field.value);
  };
  useFieldEvents(field, { onInput, onKeyDown, onBlur: close });

  if (!isOpen) return null;
  return (
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
            onTake(one, field);
          },
        }),
      )}
    </Listbox>
  );
}

/** Tells the field which list it has and which option is active. */
function useShown(id: string | null, active: string | undefined, onShow: FieldOfList['onShow']): void {
  const show = useEffectEvent(onShow);
  useEffect(() => {
    show(id === null ? null : { id, active });
  }, [id, active]);
}

type FieldEvents = { onInput: () => void; onKeyDown: (event: KeyboardEvent) => void; onBlur: () => void };

/** Follows what happens in the field. Text typed while this code was loading counts as typed now. */
function useFieldEvents(field: HTMLInputElement, { onInput, onKeyDown, onBlur }: FieldEvents): void {
  const input = useEffectEvent(onInput);
  const press = useEffectEvent(onKeyDown);
  const leave = useEffectEvent(onBlur);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    field.addEventListener('input', () => input(), { signal });
    field.addEventListener('keydown', (event) => press(event), { signal });
    field.addEventListener('blur', () => leave(), { signal });
    if (field === document.activeElement && field.value !== field.defaultValue) input();
    return () => listening.abort();
  }, [field]);
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
