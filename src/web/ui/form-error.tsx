import type { ReactNode } from 'react';

/** What keeps the whole form from being sent. It has its line from the start, so that nothing moves when there is something to say. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="min-h-6 text-danger">
      {children}
    </p>
  );
}
