import type { ReactNode } from 'react';
import { DeleteAccount } from '../features/personal-data/delete-account.tsx';
import { DownloadData } from '../features/personal-data/download-data.tsx';
import { useSession } from '../use-app.tsx';

export function Page() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { email } = session.identity;
  return (
    <div className="grid max-w-2xl gap-8">
      <div className="grid gap-2">
        <h1 className="text-2xl">My Data</h1>
        <p className="wrap-anywhere text-muted">Download the data we have about {email}, or delete your account.</p>
      </div>
      <Part title="Download your data">
        <p>
          Get one file with everything we store about you: your account and logins, what you’ve listed, booked, paid for and reported, and the messages we’ve
          sent you. The file is in JSON format.
        </p>
        <DownloadData />
      </Part>
      <Part title="Delete your account">
        <p>
          Your listings and their photos are removed right away. Your name, email address, phone number and meeting locations are deleted from past orders and
          messages. Records we must keep, such as the price and date of a sale, stay without your name.
        </p>
        <p>You can delete your account once any pending payments, purchases, payouts and bank reviews are complete.</p>
        <DeleteAccount email={email} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-4 border-t border-line pt-6">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}
