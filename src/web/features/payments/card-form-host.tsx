import { useEffect, useRef } from 'react';
import type { CardForm } from '../../ports/card-form.ts';

/** The element that the provider mounts its fields in, as high as what stood there before: it is empty for a moment. */
export function CardFormHost({ form }: { form: CardForm }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? form.mount(place.current) : undefined), [form]);
  return <div ref={place} className="min-h-64" />;
}
