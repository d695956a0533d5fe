import type { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import type { BrandForm } from '#src/shared/brands.ts';
import type { Values } from './values.ts';

type Form = ReturnType<typeof useCheckedForm<Values, BrandForm>>;
/** What the parts of the brand's form share. */
export type Fields = Pick<Form, 'field' | 'set'> & { values: Values };
