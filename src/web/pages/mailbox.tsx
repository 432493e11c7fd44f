import { Mailbox } from '../features/mail/mailbox.tsx';

export function Page() {
  return (
    <div className="page-width grid max-w-3xl gap-6 py-10">
      <div>
        <h1 className="text-2xl md:text-3xl">Mailbox</h1>
        <p className="mt-2 text-muted">The demo shop doesn’t send real email. Messages appear here for anyone to read.</p>
      </div>
      <Mailbox />
    </div>
  );
}
