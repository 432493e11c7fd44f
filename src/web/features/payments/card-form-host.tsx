import { useEffect, useRef } from 'react';
import type { CardForm } from '../../ports/card-form.ts';

/** The place that the provider puts its fields into. */
export function CardFormHost({ form }: { form: CardForm }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? form.mount(place.current) : undefined), [form]);
  return <div ref={place} />;
}
