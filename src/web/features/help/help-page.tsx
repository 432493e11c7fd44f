import type { ReactNode } from 'react';
import { findHelpTopic, HELP_TOPICS, type HelpSlug, helpPath } from '#contract/help.ts';
import { Link, NavLink } from '../../router/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';

/** One help page; beside it, or on a phone below it, links to the others. */
export function HelpPage({ slug, lead, children }: { slug: HelpSlug; lead: string; children: ReactNode }) {
  return (
    <div className="page-width grid gap-10 py-4 md:py-12 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-16">
      <article className="grid max-w-[44rem] content-start gap-10 lg:order-2">
        <header className="grid gap-3">
          <Link to="/help" className="inline-flex min-h-11 items-center gap-1 justify-self-start text-muted hover:text-ink hover:underline lg:hidden">
            <Icon name="chevron-left" className="size-4" />
            Help
          </Link>
          <h1 className="text-2xl md:text-3xl">{findHelpTopic(slug)?.title}</h1>
          <p className="max-w-prose text-lg text-muted">{lead}</p>
        </header>
        {children}
      </article>
      <Topics />
    </div>
  );
}

function Topics() {
  return (
    <nav aria-label="Help" className="border-t border-line pt-6 lg:sticky lg:top-24 lg:self-start lg:border-t-0 lg:pt-0">
      <Link to="/help" className="inline-flex min-h-11 items-center font-semibold hover:underline lg:px-3">
        Help
      </Link>
      <ul className="grid gap-1">
        {HELP_TOPICS.map(({ slug, title }) => (
          <li key={slug}>
            <NavLink
              to={helpPath(slug)}
              className={({ isActive }) =>
                classNames(
                  'flex min-h-11 items-center rounded-xl px-3 font-medium max-lg:-mx-3',
                  isActive ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink',
                )
              }
            >
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A link to another help page. */
export function HelpLink({ to, children }: { to: HelpSlug; children: ReactNode }) {
  return (
    <Link to={helpPath(to)} className={HELP_LINK}>
      {children}
    </Link>
  );
}

export const HELP_LINK = 'font-medium text-accent underline underline-offset-4';
