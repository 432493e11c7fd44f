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
