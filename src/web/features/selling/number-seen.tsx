import { useQuery } from '@tanstack/react-query';
import { CONTACT_DAYS } from '#contract/shared/contact-days.ts';
import { contactViewsOptions } from '../../queries/contacts.ts';
import { useApp } from '../../use-app.tsx';

/** Tells a seller how many people saw their number, never who. */
export function NumberSeen() {
  const { api } = useApp();
  const { data } = useQuery(contactViewsOptions(api));
  if (!data || data.viewers === 0) return null;
  return (
    <p className="text-sm text-muted">
      {data.viewers === 1 ? '1 person saw' : `${data.viewers} people saw`} your number in the last {CONTACT_DAYS} days.
    </p>
  );
}
