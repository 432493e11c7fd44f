import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { lastListingOptions } from '../../../queries/listings.ts';
import { Button } from '../../../ui/button.tsx';
import { useApp } from '../../../use-app.tsx';
import { type Form, put, Text, TextFields } from './form-parts.tsx';
import { textsOf } from './steps.ts';

/** Where the phone is handed over, and the description. */
export function PublishStep({ form, email }: { form: Form; email: string }) {
  return (
    <div className="grid gap-4">
      <AsLastTime form={form} email={email} />
      <TextFields form={form} names={textsOf('publish', ['description'])} />
      <Text form={form} name="description" />
    </div>
  );
}

/** Offers the location and number of the seller's last listing. */
function AsLastTime({ form, email }: { form: Form; email: string }) {
  const { api } = useApp();
  const { data: last } = useQuery(lastListingOptions(api, email));
  const [location, number] = useWatch({ control: form.control, name: ['location', 'mobile_number'] });
  if (!last || (location === last.location && number === last.mobile_number)) return null;
  if (location.trim() !== '' && number.trim() !== '') return null;
  const take = (): void => {
    if (location.trim() === '') put(form, 'location', last.location);
    if (number.trim() === '') put(form, 'mobile_number', last.mobile_number);
  };
  return (
    <Button variant="secondary" onClick={take} className="justify-self-start py-2">
      <span>
        Same as last time: <bdi>{last.location}</bdi>, <bdi>{last.mobile_number}</bdi>
      </span>
    </Button>
  );
}
