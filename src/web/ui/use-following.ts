import { type RefObject, useEffect, useRef } from 'react';

type Controls = { value: HTMLSelectElement; checked: HTMLInputElement };
type Shown = { value: string; checked: boolean };

/** Makes a control show this, unless undefined, whenever it changes. A control that is replaced instead loses the focus. */
export function useFollowing<Property extends keyof Controls>(property: Property, shown: Shown[Property] | undefined): RefObject<Controls[Property] | null> {
  const control = useRef<Controls[Property]>(null);
  useEffect(() => {
    if (shown !== undefined) Object.assign(control.current ?? {}, { [property]: shown });
  }, [property, shown]);
  return control;
}
