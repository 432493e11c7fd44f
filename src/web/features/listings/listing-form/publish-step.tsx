import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { useApp } from '../../../use-app.tsx';
import { lastListingOptions } from './draft-queries.ts';
import { Columns, type Form, put, Text } from './form-parts.tsx';

/** Where and under which number they sold last: offered, not forced. */
const AsLastTime = ({ form, email }: { form: Form; email: string }) => {
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
        As last time: <bdi>{last.location}</bdi>, <bdi>{last.mobile_number}</bdi>
      </span>
    </Button>
  );
};

/** Where the phone is handed over, and what a buyer reads. */
export const PublishStep = ({ form, email }: { form: Form; email: string }) => (
  <div className="grid gap-4">
    <AsLastTime form={form} email={email} />
    <Columns>
      <Text form={form} name="location" label="Location" hint="Where it can be handed over" />
      <Text form={form} name="mobile_number" label="Mobile number" hint="Shown only to people who are signed in" inputMode="tel" />
    </Columns>
    <TextAreaField
      label="Description"
      rows={5}
      hint="What a buyer would ask you"
      error={form.formState.errors.description?.message}
      {...form.register('description')}
    />
  </div>
);
