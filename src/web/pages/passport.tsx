import { useQuery } from '@tanstack/react-query';
import { isNowhere } from '../api.ts';
import { sentenceOf } from '../error-sentence.ts';
import { PassportView } from '../features/passports/passport-view.tsx';
import { passportOptions } from '../features/passports/queries.ts';
import { nameOfPassport } from '../passport-name.ts';
import { notFound, type PageModule } from '../rendering/page.ts';
import { useParams } from '../router/index.ts';
import { FailedRead } from '../ui/alerts.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { useApp } from '../use-app.tsx';

export const load: PageModule['load'] = async ({ shop: { api }, queries, params: { id = '' } }) => {
  const options = passportOptions(api, id);
  await queries.prefetchQuery(options);
  const { data: passport, error } = queries.getQueryState(options.queryKey) ?? {};
  if (isNowhere(error)) throw notFound();
  return passport ? { title: `Passport: ${nameOfPassport(passport)}` } : null;
};

export function Page() {
  const { api } = useApp();
  const { id = '' } = useParams();
  const { data: passport, error, isFetching, refetch } = useQuery(passportOptions(api, id));
  if (passport) return <PassportView key={id} passport={passport} name={nameOfPassport(passport)} />;
  return (
    <div className="page-width py-12">
      {error && !isFetching ? (
        <FailedRead message={`We couldn’t load this passport. ${sentenceOf(error)}`} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={4} />
      )}
    </div>
  );
}
