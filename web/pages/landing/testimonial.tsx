/** Name and words come from the operator's settings; the server writes them in, and says whether they are a sample. */
export function Testimonial() {
  return (
    <section aria-label="What a reader says" className="wide">
      <figure
        data-sample="%TESTIMONIAL_IS_SAMPLE%"
        className="testimonial grid gap-x-16 gap-y-4 border-t border-line pt-12 lg:grid-cols-[1fr_2.4fr]"
      >
        <figcaption className="order-last lg:order-first">
          <p className="font-medium">%TESTIMONIAL_NAME%</p>
          <p className="sample-label mt-1 max-w-[30ch] text-sm text-muted">
            Sample testimonial: placeholder words, not a customer's.
          </p>
        </figcaption>
        <blockquote className="quoted max-w-[42ch] font-serif text-xl leading-snug text-pretty">
          <p>%TESTIMONIAL_QUOTE%</p>
        </blockquote>
      </figure>
    </section>
  )
}
