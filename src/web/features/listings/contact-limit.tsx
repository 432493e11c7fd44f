import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contactViewsOptions } from '../../queries/contacts.ts';
import { useApp } from '../../use-app.tsx';

const timeOf = (iso: string): string => new Intl.DateTimeFormat('en', { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(new Date(iso));

/** Why someone logged in doesn't see a seller's contact details: `children`, unless they can do something about it. */
export function ContactLimit({ children }: { children: ReactNode }) {
  const { api } = useApp();
  const { data } = useQuery(contactViewsOptions(api));
  if (data?.needsVerification) return <span className="text-muted">Verify your email address to see it</span>;
  // It is a similar phone's, or the page still shows what an anonymous visitor gets.
  if (data === undefined || data.seen < data.limit) return children;
  return <span className="text-muted">You’ve reached today’s limit for viewing sellers’ contact details. You can see more from {timeOf(data.moreAt)}.</span>;
}
