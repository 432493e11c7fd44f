import { type ComponentProps, type ReactNode, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** `active`: the id of the active option. */
type OpenList = { id: string; active: string | undefined };

/** What a list of options needs of its field. */
export type FieldOfList = { field: HTMLInputElement; onShow: (open: OpenList | null) => void };

type ComboboxFieldProps = Omit<ComponentProps<'input'>, 'list' | 'children' | 'ref'> & {
  /** Renders the list below the field. */
  children: (field: FieldOfList) => ReactNode;
};

/** A text field that says which list of options it has, and which option is active. A plain field without JavaScript. */
export function ComboboxField({ children, ...input }: ComboboxFieldProps) {
  const hydrated = useHydrated();
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [open, setOpen] = useState<OpenList | null>(null);
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': open !== null,
    'aria-controls': open?.id,
    'aria-activedescendant': open?.active,
    autoComplete: 'off',
  } as const;
  return (
    <>
      {/* The list listens to the field itself; React asks for a listener where the value is given. */}
      <input onChange={ignore} {...input} ref={setField} {...(hydrated && combobox)} />
      {field && children({ field, onShow: setOpen })}
    </>
  );
}

function ignore(): void {}
