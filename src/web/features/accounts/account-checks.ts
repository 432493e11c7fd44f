import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { Password, PersonName, SignUpRole } from '#contract/accounts/accounts.ts';
import { Email, isBlank } from '#contract/shared/text.ts';

function filled(message: string) {
  return z.string().refine((text) => !isBlank(text), message);
}

/** The sign-up form, with the specification's own messages for empty fields. */
const SignUpFields = z.object({
  name: filled('Name is Required').pipe(PersonName),
  email: filled('Email is Required').pipe(Email),
  password: Password,
  role: SignUpRole,
});

const LogInFields = z.object({
  email: filled('Email Address is required').transform((email) => email.trim()),
  password: z.string().min(1, 'Password is required'),
});

const NewPasswordFields = z.object({ password: Password });

export const checkSignUp = zodResolver(SignUpFields);
export const checkLogIn = zodResolver(LogInFields);
export const checkNewPassword = zodResolver(NewPasswordFields);
