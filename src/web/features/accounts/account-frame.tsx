import type { ReactNode } from 'react';

/** The frame of the account forms: one narrow column. */
export function AccountFrame({ title, notification, children }: { title: string; notification?: string | null; children: ReactNode }) {
  return (
    <div className="page-width grid justify-items-center py-10 md:py-16">
      <div className="w-full max-w-md rounded-2xl border border-line bg-surface p-6 md:p-8">
        <h1 className="mb-6 text-2xl">{title}</h1>
        {notification && (
          <p role="alert" className="mb-6 rounded-xl bg-warning-soft px-4 py-3 text-warning">
            {notification}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
