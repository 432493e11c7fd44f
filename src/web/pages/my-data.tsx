import type { ReactNode } from 'react';
import { DeleteAccount } from '../features/personal-data/delete-account.tsx';
import { DownloadData } from '../features/personal-data/download-data.tsx';
import { useSession } from '../use-app.tsx';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid justify-items-start gap-4 border-t border-line pt-6">
    <h2 className="text-xl">{title}</h2>
    {children}
  </section>
);

export const Page = () => {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { email } = session.identity;
  return (
    <div className="grid max-w-2xl gap-8">
      <div className="grid gap-2">
        <h1 className="text-2xl">My Data</h1>
        <p className="wrap-anywhere text-muted">What the shop knows of {email}, and how you leave.</p>
      </div>
      <Part title="Take it with you">
        <p>
          One file with everything that the shop holds of you: your account and sign-ins, what you listed, booked, paid and reported, and what the shop wrote to
          you. It is JSON, which every computer reads.
        </p>
        <DownloadData />
      </Part>
      <Part title="Leave the shop">
        <p>
          What you have on sale leaves the shop at once, with its photos. Your name, address, phone number and meeting places are taken out of everything that
          was. What the books need, such as the price and day of a sale, is kept without your name.
        </p>
        <p>While a payment, a phone that you just bought or the money of a sale is on its way, your account stays until that is done.</p>
        <DeleteAccount email={email} />
      </Part>
    </div>
  );
};
