import type { ComponentProps } from 'react';
import { ComboboxField } from './combobox-field.tsx';
import { ComboboxList, type ListProps } from './combobox-list.tsx';

type ComboboxProps<T> = Omit<ComponentProps<'input'>, 'list' | 'onChange' | 'onBlur' | 'onKeyDown' | 'ref'> & ListProps<T>;

/** A text field with a list of options below it, which must be in a positioned element. */
export function Combobox<T>({ list, options, keyOf, option, takesFirst, busy, onType, onClose, onTake, ...field }: ComboboxProps<T>) {
  return (
    <ComboboxField {...field}>
      {(own) => <ComboboxList {...own} {...{ list, options, keyOf, option, takesFirst, busy, onType, onClose, onTake }} />}
    </ComboboxField>
  );
}
