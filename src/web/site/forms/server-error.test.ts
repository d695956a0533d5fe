import { createFormControl } from 'react-hook-form';
import { expect, it } from 'vitest';
import { dropServerError, SERVER_TYPE } from './server-error.ts';

it('takes the sentence of the server back, of this field only', () => {
  const form = createFormControl({ defaultValues: { name: '', email: '' } });
  form.setError('name', { type: SERVER_TYPE, message: 'Name is required' });
  form.setError('email', { type: SERVER_TYPE, message: 'Please enter a valid email address' });
  const said: (string | undefined)[] = [];
  form.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) => void said.push(errors.name?.message, errors.email?.message),
  });
  dropServerError('name', form);
  expect(said).toEqual([undefined, 'Please enter a valid email address']);
});

it('leaves what the form has found to the form', () => {
  const form = createFormControl({ defaultValues: { name: '' } });
  form.setError('name', { type: 'too_small', message: 'Name is required' });
  dropServerError('name', form);
  expect(form.getFieldState('name').error?.message).toBe('Name is required');
});
