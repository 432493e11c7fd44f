import { HELP_TOPICS, type HelpSlug, helpPath } from '#contract/help.ts';
import { Link } from '../router/index.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const ICONS: Record<HelpSlug, IconName> = {
  'how-it-works': 'route',
  'buyer-protection': 'shield-check',
  fees: 'circle-dollar-sign',
  safety: 'handshake',
  contact: 'message-circle',
};

export function Page() {
  return (
    <div className="page-width py-6 md:py-16">
      <h1 className="text-2xl md:text-3xl">Help</h1>
      <p className="mt-2 mb-6 max-w-prose text-lg text-muted md:mb-10">How buying and selling work here, and what happens when something goes wrong.</p>
      <ul className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
        {HELP_TOPICS.map(({ slug, title, description }) => {
          const icon = ICONS[slug];
          return (
            <li key={slug} className="relative flex gap-4 rounded-2xl border border-line bg-surface p-5 hover:border-line-strong md:p-6">
              <Icon name={icon} className="size-7 shrink-0 text-accent stroke-[1.75]" />
              <div className="min-w-0">
                <h2 className="font-sans text-lg leading-snug font-semibold tracking-normal">
                  <Link to={helpPath(slug)} className="after:absolute after:inset-0 after:rounded-2xl hover:underline">
                    {title}
                  </Link>
                </h2>
                <p className="mt-1 text-muted">{description}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
