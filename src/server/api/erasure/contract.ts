import { endpoints } from '../../contract/endpoint.ts';

export const ERASURE = endpoints('People', {
  erase: {
    method: 'post',
    path: '/contacts/{id}/erase',
    needs: 'contacts:write',
    tells: ['contacts'],
    whileReadOnly: true,
    summary: 'Erase a contact',
    description:
      'For a person who asks to be forgotten. Removes their name, addresses, tags, lists, IP addresses and sign-ups, removes their address from stored server answers, and destroys the key to their ledger entries. Sent messages and counts stay, without the person. Their addresses stay suppressed by a keyed hash, so an import can’t add them again. This can’t be undone.',
    params: { id: 'The id of the contact.' },
    answer: { status: 204, says: 'The person is erased.' },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$CONTACT_ID' } },
  },
});
