import type { ReactNode } from 'react';

/** A phone in a list of orders or listings: its name, and storage and color below. */
export function PhoneName({ name, phone: { storage, color } }: { name: ReactNode; phone: { storage: string; color: string } }) {
  return (
    <div className="grid justify-items-start gap-0.5">
      <span className="font-medium wrap-anywhere" dir="auto">
        {name}
      </span>
      <span className="text-sm text-muted wrap-anywhere" dir="auto">
        {[storage, color].filter((fact) => fact !== '').join(' · ')}
      </span>
    </div>
  );
}
