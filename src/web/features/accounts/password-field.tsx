import { type ComponentProps, useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';

/** A password field that can show its text. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="grid">
      <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <Checkbox label="Show password" checked={shown} onChange={(event) => setShown(event.target.checked)} />
    </div>
  );
}

/** A field for a password to be, which says the rule before it is broken. */
export function NewPasswordField({ label = 'New password', ...props }: Omit<ComponentProps<typeof Field>, 'label'> & { label?: string }) {
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      hint="At least 8 letters and digits, one or more of each. No spaces or symbols."
      roomy
      {...props}
    />
  );
}
