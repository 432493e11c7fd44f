import { type RefObject, useEffect, useRef } from 'react';

type Control = HTMLSelectElement | HTMLInputElement;
type Shown = { value: string; checked: boolean };

/** Makes a control show this, unless undefined, whenever it changes. A control that is replaced instead loses the focus. */
export function useFollowing<C extends Control>(property: keyof Shown, shown: Shown[typeof property] | undefined): RefObject<C | null> {
  const control = useRef<C>(null);
  useEffect(() => {
    if (shown !== undefined) Object.assign(control.current ?? {}, { [property]: shown });
  }, [property, shown]);
  return control;
}
