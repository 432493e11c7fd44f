import type { ReactNode } from 'react';
import { StoredPart } from '../rendering/fragments.tsx';
import { Link, usePageIds } from '../router/index.ts';
import { classNames } from '../ui/class-names.ts';
import { CommunityIcon } from '../ui/community-icon.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { useApp } from '../use-app.tsx';

const COLUMNS = [
  { title: 'About', links: ['Privacy & Policy', 'Shipping', 'FAQs', 'About us'] },
  { title: 'Blog', links: ['Upcoming Phones', 'Semiconductor', 'Tech'] },
  { title: 'Product', links: ['Popular Product', 'New Arrival Product', 'Most sell Product'] },
];

/** Forms and the dashboard: on a phone only the last line follows them. */
const WORKING = new Set(['login', 'signup', 'reset-password', 'email-verified', 'mailbox', 'booking', 'dashboard']);

const LINK = 'inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline';

export function SiteFooter() {
  const { config } = useApp();
  const isBrief = usePageIds().some((id) => WORKING.has(id));
  return (
    <footer className="print:hidden border-t border-line bg-surface">
      <div className={classNames('page-width grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_1.4fr]', isBrief && 'max-md:hidden')}>
        <StoredPart fragmentKey={() => `footer ${JSON.stringify([config.community, config.contact])}`}>
          <Invitation />
          {COLUMNS.map(({ title, links }) => (
            <Column key={title} title={title}>
              <ul>
                {links.map((text) => (
                  <li key={text}>
                    <Link to="/" className={LINK}>
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </Column>
          ))}
          <Column title="Contact">
            <p className="flex min-h-11 items-center text-muted">{config.contact.phone}</p>
            <p className="flex min-h-11 items-center break-all text-muted">{config.contact.email}</p>
          </Column>
        </StoredPart>
      </div>
      <div className={classNames('border-t border-line', isBrief && 'max-md:border-t-0')}>
        <div className={classNames('page-width flex flex-wrap items-center justify-between gap-4 py-4', isBrief && 'max-md:py-1')}>
          <p className="text-sm text-muted">
            ©{' '}
            <Link to="/" className="inline-flex min-h-11 items-center font-medium text-ink hover:underline">
              {config.shopName}
            </Link>{' '}
            2022 - All rights reserved
          </p>
          <div className={isBrief ? 'max-md:hidden' : undefined}>
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  );
}

function Invitation() {
  const { config } = useApp();
  return (
    <div className="grid content-start gap-4">
      <p className="max-w-xs font-display text-xl leading-snug font-semibold">To get best value for money shop form our website.</p>
      <div>
        <p className="mb-2 text-muted">Join with us:</p>
        <ul className="flex gap-2">
          {config.community.map(({ name, url }) => (
            <li key={name}>
              <a href={url} aria-label={name} className="grid size-11 place-items-center rounded-full border border-line-strong text-ink hover:bg-sunken">
                <CommunityIcon name={name} className="size-5" />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </div>
  );
}
