import type { Characters } from '../written.ts';

export const PT: Characters = {
  figures: `
    {name} fechou a 2.711,02 {when}.
    {name} abriu a 2.386,13.
    {name} fechou com menos 12%.
    Digamos 2.400 para {name}.
    {symbol} marcou +11,98% {when}.
    O fechamento anterior foi de 2.508,59.
    {name} fechou em queda de 11,89%.
    A máxima foi 2.380,94 e a mínima, 2.562,98.
    Com isso {symbol} fica em 2386.
    O limite da regra era de 11,98%.
    {name} perdeu 324,89 {when}.
    Foram negociados 30.000 papéis de {name}.
    A barra de 17/03/2020 mostra isso.
    {name} está em 2,38613.
    O S&P 501 aparece na tabela.
    Estes são os 11 dados do evento.
    {name} passou de 2.386,13 a 2.711,02.
    {symbol} marca -5%.
    É o alerta nº 4 sobre {name}.
    Às 16h00 {name} estava em 2.386,31.`,
  links: `
    Mais em www.harborvale.example.
    O gráfico está em https://harborvale.example/c.
    Escreva para mesa@harborvale.example.
    Nossa conta é @harborvale.
    Mais em harborvale ponto com.
    Encontre {brand} no Telegram.
    t.me/harborvale tem o gráfico.
    O link está na nossa bio.
    Os detalhes estão no nosso site.
    O código QR leva a {name}.
    Nosso telefone atende sobre {symbol}.
    O número é 11 1234 5678.
    harborvale[.]example tem os dados.
    harborvale (ponto) example tem os dados.
    w w w . porto
    Tudo está em bit ponto ly barra vale.
    O endereço é mesa arroba harborvale ponto example.
    Atendemos por WhatsApp sobre {name}.
    A página é harborvale.example.
    ftp://harborvale contém os dados.`,
  markup: `
    <b>{name}</b> fechou em queda.
    **{name}** é o instrumento deste alerta.
    [O gráfico](chart) mostra o evento.
    O fechamento foi {{close}}.
    {% if close %}Este é o evento.{% endif %}
    <script>alert</script> segue.
    # O evento em {name}
    > A redação de {brand} viu.
    | Fechamento | Abertura |
    \`{name}\` aparece abaixo.
    ~~{name} aparece abaixo.~~
    __Os detalhes estão abaixo.__
    <!-- Os detalhes estão abaixo. -->
    Os detalhes &lt;estão&gt; abaixo.
    *Os detalhes estão abaixo.*
    ||Os detalhes estão abaixo.||
    [b]Os detalhes estão abaixo.[/b]
    <mj-text>Os detalhes estão abaixo.</mj-text>
    Os detalhes estão na tabela.[^a]
    \${close} é o fechamento.`,
  hidden: `
    {name} c\u200baiu.
    {name} c\u0430iu.
    {name} su\u00adbiu.
    {name} \u0455ubiu.
    O preço foi para c\u2060ima.
    Foi um rec\u200dorde.
    C\u200compre {name}.
    Foi em \u202eadeuq.
    {name} perd\u0435u valor.
    {name} \uff43\uff41\uff49\uff55.
    {name} \u{1d41c}\u{1d41a}\u{1d422}\u{1d42e}.
    Foram c\u0131nco delas.
    Foram \u2464 delas.
    Foram \u2164 delas.
    Foi \u00bd da barra.
    Ven\u3164da {symbol}.
    Venda\u2800 {symbol}.
    {name} \u1d04\u1d00\u026a\u1d1c.
    Foram dez\u{e006d}\u{e0069}\u{e006c}.
    Foram d\u03bfis deles.`,
};
