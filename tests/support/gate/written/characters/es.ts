import type { Characters } from '../written.ts';

export const ES: Characters = {
  figures: `
    {name} cerró en 2.711,02 {when}.
    {name} abrió en 2.386,13.
    {name} cerró con un 12 % menos.
    Digamos que {name} queda en 2.400.
    {symbol} se movió un +11,98 % {when}.
    El cierre anterior fue de 2.508,59.
    {name} cerró un 11,89 % por debajo.
    El máximo fue 2.380,94 y el mínimo 2.562,98.
    Con esto {symbol} queda en 2386.
    El umbral de la regla era del 11,98 %.
    {name} se dejó 324,89 {when}.
    Se negociaron 30.000 títulos de {name}.
    La vela del 17/03/2020 lo muestra.
    {name} está en 2,38613.
    El S&P 501 se ve en la tabla.
    Estos son los 11 datos del evento.
    {name} pasó de 2.386,13 a 2.711,02.
    {symbol} marca un -5 %.
    Es la alerta n.º 4 sobre {name}.
    A las 16:00 {name} estaba en 2.386,31.`,
  links: `
    Más en www.harborvale.example.
    El gráfico está en https://harborvale.example/c.
    Escriba a mesa@harborvale.example.
    Nuestra cuenta es @harborvale.
    Más en harborvale punto com.
    Encuentre a {brand} en Telegram.
    t.me/harborvale tiene el gráfico.
    El enlace está en nuestro perfil.
    Los detalles están en nuestra página web.
    El código QR lleva a {name}.
    Nuestro teléfono atiende sobre {symbol}.
    El número es 91 123 45.
    harborvale[.]example tiene los datos.
    harborvale (punto) example tiene los datos.
    w w w . puerto
    Todo está en bit punto ly barra vale.
    La dirección es mesa arroba harborvale punto example.
    Le atendemos por WhatsApp sobre {name}.
    La página es harborvale.example.
    ftp://harborvale contiene los datos.`,
  markup: `
    <b>{name}</b> cerró a la baja.
    **{name}** es el instrumento de esta alerta.
    [El gráfico](chart) muestra el evento.
    El cierre fue {{close}}.
    {% if close %}Este es el evento.{% endif %}
    <script>alert</script> sigue.
    # El evento de {name}
    > La redacción de {brand} lo vio.
    | Cierre | Apertura |
    \`{name}\` se muestra abajo.
    ~~{name} se muestra abajo.~~
    __Los detalles están abajo.__
    <!-- Los detalles están abajo. -->
    Los detalles &lt;están&gt; abajo.
    *Los detalles están abajo.*
    ||Los detalles están abajo.||
    [b]Los detalles están abajo.[/b]
    <mj-text>Los detalles están abajo.</mj-text>
    Los detalles están en la tabla.[^a]
    \${close} es el cierre.`,
  hidden: `
    {name} c\u200bayó.
    {name} c\u0430yó.
    {name} su\u00adbió.
    {name} subi\u043e mucho.
    El precio fue hacia arr\u2060iba.
    Fue un réc\u200dord.
    Con\u200csidere {name}.
    Fue a la \u202eajab.
    {name} perdi\u03cc valor.
    {name} \uff43\uff41\uff59\uff4f.
    {name} \u{1d41c}\u{1d41a}\u{1d432}\u{1d428}.
    Fueron c\u0131nco de ellas.
    Fueron \u2464 de ellas.
    Fueron \u2164 de ellas.
    Fue \u00bd de la vela.
    Inv\u3164ierta en {symbol}.
    Venda\u2800 ya {symbol}.
    {name} \u1d04\u1d00\u028f\u1d0f.
    Fueron diez\u{e006d}\u{e0069}\u{e006c}.
    Fueron d\u03bfs de ellas.`,
};
