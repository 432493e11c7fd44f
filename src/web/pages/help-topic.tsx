import type { ComponentType } from 'react';
import { findHelpTopic, type HelpSlug } from '#contract/help.ts';
import { BuyerProtection } from '../features/help/buyer-protection.tsx';
import { Contact } from '../features/help/contact.tsx';
import { Fees } from '../features/help/fees.tsx';
import { HowItWorks } from '../features/help/how-it-works.tsx';
import { Safety } from '../features/help/safety.tsx';
import { notFound, type PageModule } from '../rendering/page.ts';
import { useParams } from '../router/index.ts';

const TOPICS: Record<HelpSlug, ComponentType> = {
  'how-it-works': HowItWorks,
  'buyer-protection': BuyerProtection,
  fees: Fees,
  safety: Safety,
  contact: Contact,
};

export const load: PageModule['load'] = async ({ params: { topic = '' } }) => {
  const found = findHelpTopic(topic);
  if (!found) throw notFound();
  return { title: found.title };
};

export function Page() {
  const { topic = '' } = useParams();
  const found = findHelpTopic(topic);
  if (!found) return null;
  const Topic = TOPICS[found.slug];
  return <Topic />;
}
