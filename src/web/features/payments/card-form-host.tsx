import { useEffect, useRef } from 'react';
import type { CardForm } from '../../ports/card-form.ts';

/** The element that the provider mounts its fields in. */
export function CardFormHost({ form }: { form: CardForm }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? form.mount(place.current) : undefined), [form]);
  return <div ref={place} />;
}
