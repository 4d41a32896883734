import { ConsentBar } from './consent-bar.tsx'
import { Features } from './features.tsx'
import { FinalCall } from './final-call.tsx'
import { Hero } from './hero.tsx'
import { Pricing } from './pricing.tsx'
import { Screenshot } from './screenshot.tsx'
import { Testimonial } from './testimonial.tsx'

export function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <Screenshot />
      <Pricing />
      <Testimonial />
      <FinalCall />
      <ConsentBar />
    </>
  )
}
