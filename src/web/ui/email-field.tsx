import { TextField, type TextFieldProps } from './text-field.tsx';

/** The address of an account, under the name `email`. */
export function EmailField(props: Pick<TextFieldProps, 'defaultValue' | 'hint' | 'error'>) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      {...props}
    />
  );
}
