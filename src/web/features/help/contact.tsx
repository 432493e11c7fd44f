import type { ReactNode } from 'react';
import { Link } from '../../router/index.ts';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useApp } from '../../use-app.tsx';
import { Cases, Part } from './article.tsx';
import { HELP_LINK, HelpPage } from './help-page.tsx';

const LINK = 'inline-flex min-h-11 items-center text-lg font-medium text-accent underline underline-offset-4';

export function Contact() {
  const { contact } = useApp().config;
  return (
    <HelpPage slug="contact" lead="Call or write. If it’s about an order, tell us its number: it’s on the receipt and in our emails.">
      <ul className="grid gap-4 sm:grid-cols-2">
        <Way icon="phone" title="Call">
          <PhoneLink number={contact.phone} className={LINK} />
        </Way>
        <Way icon="mail" title="Write">
          <EmailLink address={contact.email} className={LINK} />
        </Way>
      </ul>
      <Part title="Often faster">
        <Cases
          cases={[
            {
              title: 'A problem with an order',
              text: (
                <>
                  Report it on the order’s page, from{' '}
                  <Link to="/dashboard" className={HELP_LINK}>
                    your dashboard
                  </Link>
                  . The seller is told at once, and the money stays with us until it’s solved.
                </>
              ),
            },
            { title: 'A suspicious listing', text: 'Select “Report this item” on it. An admin looks at every report.' },
            {
              title: 'A lost or stolen phone',
              text: (
                <Link to="/dashboard/lostPhone" className={HELP_LINK}>
                  Report it with its IMEI
                </Link>
              ),
            },
            {
              title: 'Your data and account',
              text: (
                <>
                  Download or delete them in{' '}
                  <Link to="/dashboard/myData" className={HELP_LINK}>
                    My Data
                  </Link>
                  .
                </>
              ),
            },
          ]}
        />
      </Part>
    </HelpPage>
  );
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-4 rounded-2xl border border-line bg-surface p-5">
      <Icon name={icon} className="size-6 shrink-0 text-accent" />
      <div className="min-w-0">
        <p className="text-sm text-muted">{title}</p>
        {children}
      </div>
    </li>
  );
}
