import { useQuery } from '@tanstack/react-query';
import { type Roles, rolesOptions } from '../features/accounts/queries.ts';
import { useSession, useShop } from '../shop.tsx';
import { ButtonLink } from '../ui/button.tsx';

type NextStep = { sentence: string; to: string; text: string };

const nextStepFor = ({ isAdmin, isSeller }: Roles): NextStep => {
  if (isSeller)
    return {
      sentence: 'List a phone, see how your listings do, and advertise the ones that should be seen first.',
      to: '/dashboard/addAProducts',
      text: 'Add A Product',
    };
  if (isAdmin)
    return {
      sentence: 'Reports come first: a listing that should not be here is one press away from being gone.',
      to: '/dashboard/reportedItems',
      text: 'See reported items',
    };
  return { sentence: 'What you booked waits in My Orders until you pay for it, or somebody else does.', to: '/dashboard/myOrders', text: 'See my orders' };
};

export const Page = () => {
  const { api } = useShop();
  const session = useSession();
  const identity = session.status === 'signed-in' ? session.identity : null;
  const roles = useQuery({ ...rolesOptions(api, identity?.email ?? ''), enabled: identity !== null });
  if (!identity || !roles.data) return null;
  const step = nextStepFor(roles.data);
  return (
    <section className="grid max-w-prose justify-items-start gap-5">
      <h1 className="text-2xl md:text-3xl">Welcome, {identity.displayName ?? 'Not Defined'}</h1>
      <p className="text-lg text-muted">{step.sentence}</p>
      <ButtonLink to={step.to}>{step.text}</ButtonLink>
    </section>
  );
};
